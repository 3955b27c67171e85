/** A red strip while a fault is armed. */
export const FaultStrip = () => null;
