import { Nothing } from "../../parts/state.tsx";

export const Faults = () => <Nothing>Not built yet.</Nothing>;
