import { Nothing } from "../../parts/state.tsx";

export const Portfolio = () => <Nothing>Not built yet.</Nothing>;
