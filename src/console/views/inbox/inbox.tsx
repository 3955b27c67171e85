import { Nothing } from "../../parts/state.tsx";

export const Inbox = () => <Nothing>Not built yet.</Nothing>;
