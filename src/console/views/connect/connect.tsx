import { Nothing } from "../../parts/state.tsx";

export const Connect = () => <Nothing>Not built yet.</Nothing>;
