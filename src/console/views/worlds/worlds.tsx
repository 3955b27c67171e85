import { Nothing } from "../../parts/state.tsx";

export const Worlds = () => <Nothing>Not built yet.</Nothing>;
