import { Nothing } from "../../parts/state.tsx";

export const Journal = () => <Nothing>Not built yet.</Nothing>;
