import { Nothing } from "../../parts/state.tsx";

export const About = () => <Nothing>Not built yet.</Nothing>;
