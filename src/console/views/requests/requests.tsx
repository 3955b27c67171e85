import { Nothing } from "../../parts/state.tsx";

export const Requests = () => <Nothing>Not built yet.</Nothing>;
