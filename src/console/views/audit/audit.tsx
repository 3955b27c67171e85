import { Nothing } from "../../parts/state.tsx";

export const Audit = () => <Nothing>Not built yet.</Nothing>;
