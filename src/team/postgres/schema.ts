/**
 * The tables, version by version: a database has the first so many. Every key of a world begins with the account, so
 * that the account can be a shard.
 */
export const versions: readonly string[] = [
  `-- A row for each account: its world as of the change "base", and where its log stands. Each append changes "head",
-- so the row is kept small: its world is stored apart, as it is compressed already.
create table tiers_worlds (
  account text collate "C" primary key,
  life text not null,
  loads bigint not null,
  load_token text not null,
  head bigint not null,
  base bigint not null,
  floor bigint not null,
  shape text not null,
  checksum bigint not null,
  world bytea not null,
  start_shape text,
  start_checksum bigint,
  start bytea
) with (fillfactor = 50, toast_tuple_target = 128);
alter table tiers_worlds alter column world set storage external;
alter table tiers_worlds alter column start set storage external;

-- The changes of each account after "floor", one row each.
create table tiers_changes (
  account text collate "C" not null,
  seq bigint not null,
  token text not null,
  checksum bigint not null,
  body text not null,
  primary key (account, seq)
);

-- The named copies of worlds that users took.
create table tiers_snapshots (
  account text collate "C" not null references tiers_worlds on delete cascade,
  name text collate "C" not null,
  taken_at text not null,
  running boolean not null,
  format text not null,
  events bigint not null,
  shape text not null,
  checksum bigint not null,
  world bytea not null,
  primary key (account, name)
);
alter table tiers_snapshots alter column world set storage external;

-- How long worlds may rest, and when they were last used.
create table tiers_lives (
  account text collate "C" primary key references tiers_worlds on delete cascade,
  ttl text,
  used_at bigint not null,
  ends_at bigint
);

-- Small texts that servers change by comparing versions, such as the injected faults; '' stands for all accounts.
create table tiers_notes (
  account text collate "C" not null,
  name text collate "C" not null,
  version text not null,
  body text not null,
  primary key (account, name)
);

-- The last requests of all servers, and what they used of the contract; a crash of the database loses both.
create unlogged table tiers_requests (
  account text collate "C" not null,
  id bigint generated always as identity,
  world text not null,
  nth bigint not null,
  at bigint not null,
  request_id text not null,
  size bigint not null,
  body text not null,
  primary key (account, id)
);
-- To compress bodies that are soon forgotten costs more than their space.
alter table tiers_requests alter column body set storage external;
create index tiers_requests_id on tiers_requests (id);
create index tiers_requests_request on tiers_requests (request_id);
create unlogged table tiers_counts (
  period text not null,
  server text not null,
  body text not null,
  primary key (period, server)
);`,
  `-- "noted" differs when a note of the account was changed. The row '' has no world: it stands for all accounts, so
-- that one look into this table tells of their notes too.
alter table tiers_worlds add column noted text not null default '';
-- What every request reads stays in the row: from the table beside it, each value would be fetched by itself.
alter table tiers_worlds alter column life set storage main, alter column load_token set storage main,
  alter column noted set storage main;
update tiers_worlds set life = life || '', load_token = load_token || '';
insert into tiers_worlds (account, life, loads, load_token, head, base, floor, shape, checksum, world)
values ('', '', 0, '', 0, 0, 0, '', 0, '');`,
  `-- The servers that have put off some of their requests: since when, when they last said so, and when a reader last
-- asked for them.
create unlogged table tiers_late (
  server text primary key,
  since timestamptz not null,
  said timestamptz not null,
  asked timestamptz
) with (fillfactor = 50);`,
];

/** The table of the version, which is made first. */
export const versionTable = `create table if not exists tiers_version (
  key boolean primary key default true check (key),
  version integer not null
);`;

/** What an owner of the database has to run for a user that may not: on no tables, or on those of a version. */
export function schemaSince(version: number): string {
  const isNew = version === 0;
  const noted = isNew ? "insert into tiers_version (version) values" : "update tiers_version set version =";
  return `begin;
${[...(isNew ? [versionTable] : []), ...versions.slice(version)].join("\n\n")}

${noted} (${versions.length});
commit;
`;
}
