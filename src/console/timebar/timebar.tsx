import { clock } from "../state.ts";

export const TimeBar = () => <header class="timebar mono">{clock.value?.now}</header>;
