const figure = (covered: number, declared: number) => ({
  covered,
  declared,
  percent: Math.floor((1000 * covered) / declared) / 10,
});

/** Cut short: a whole one names every operation, status, parameter, value and event type. */
export const coverage = {
  missing: {
    operations: ["thirdparties.create"],
    statuses: ["thirdparties.list 400", "thirdparties.list 401"],
    parameters: ["thirdparties.list name"],
    values: ["ThirdpartyStatus STRUCK_OFF"],
    events: ["THIRD_PARTY_ARCHIVED"],
    faults: ["delay"],
  },
  onlyForced: ["thirdparties.list 401"],
  assumptions: [{ key: "pagination", operations: ["thirdparties.list"] }],
  counted: {
    operations: { "thirdparties.list": 2 },
    statuses: { "thirdparties.list 200": 2 },
    parameters: { "thirdparties.list page": 2 },
    values: { "ThirdpartyStatus ACTIVE": 1 },
    events: { THIRD_PARTY_ADDED: 1 },
    forced: { "thirdparties.list 401": 1 },
    struck: { "status thirdparties.list": 1 },
    survived: { "status thirdparties.list": 1 },
  },
  contract: "5f2c1c2f9d1e4a55",
  figures: {
    operations: figure(1, 2),
    statuses: figure(1, 3),
    parameters: figure(1, 2),
    values: figure(1, 2),
    events: figure(1, 2),
    faults: figure(1, 2),
  },
};
