/** The name of the form of the tables; a later form has another name. */
export const databaseFormat = "tiers-sandbox/database@1";

/** The SQL that makes the tables. Every key of a world begins with the account, so that the account can be a shard. */
export const tables = `create table tiers_format (
  key boolean primary key default true check (key),
  format text not null
);

-- A row for each account: its world as of the change "stored_up_to", and where its changes stand. Each append changes
-- "last", so the row is kept small: its world is stored apart, as it is compressed already. The row '' has no world: it
-- stands for all accounts. "noted" differs when a value of the account was changed.
create table tiers_worlds (
  account text collate "C" primary key,
  incarnation text not null,
  reloads bigint not null,
  load_token text not null,
  last bigint not null,
  stored_up_to bigint not null,
  oldest_kept bigint not null,
  noted text not null default '',
  used_at bigint not null,
  world bytea not null,
  start bytea
) with (fillfactor = 50, toast_tuple_target = 128);
alter table tiers_worlds alter column world set storage external, alter column start set storage external;
-- What every request reads stays in the row: from the table beside it, each value would be fetched by itself.
alter table tiers_worlds alter column incarnation set storage main, alter column load_token set storage main,
  alter column noted set storage main;
insert into tiers_worlds (account, incarnation, reloads, load_token, last, stored_up_to, oldest_kept, used_at, world)
values ('', '', 0, '', 0, 0, 0, 0, '');

-- The changes of each account after "oldest_kept", one row each.
create table tiers_changes (
  account text collate "C" not null,
  seq bigint not null,
  token text not null,
  body text not null,
  primary key (account, seq)
);

-- The named copies of worlds that users took.
create table tiers_snapshots (
  account text collate "C" not null references tiers_worlds on delete cascade,
  name text collate "C" not null,
  taken_at text not null,
  running boolean not null,
  events bigint not null,
  world bytea not null,
  primary key (account, name)
);
alter table tiers_snapshots alter column world set storage external;

-- Small texts that servers change by comparing versions, such as the injected faults; '' stands for all accounts.
create table tiers_values (
  account text collate "C" not null,
  name text collate "C" not null,
  version text not null,
  body text not null,
  primary key (account, name)
);

-- The last requests of all servers, in the order in which they became visible; a crash of the database loses them.
create unlogged table tiers_requests (
  id bigint generated always as identity primary key,
  server text not null,
  account text collate "C" not null,
  world text,
  at bigint not null,
  request_id text not null,
  size bigint not null,
  body text not null
);
-- To compress bodies that are soon dropped costs more than their space.
alter table tiers_requests alter column body set storage external;
create index tiers_requests_account on tiers_requests (account, id);
create index tiers_requests_request on tiers_requests (request_id);
-- The searches by events among them, without headers and bodies: many more than the requests above.
create unlogged table tiers_searches (like tiers_requests including all);
-- The world of the last request of an account that was dropped from one of these two tables.
create unlogged table tiers_dropped (
  log text not null,
  account text collate "C" not null,
  world text,
  primary key (log, account)
);
-- Up to when the requests of each server are in the table above.
create unlogged table tiers_servers (
  server text primary key,
  sent_until bigint not null,
  said timestamptz not null
) with (fillfactor = 50);
-- What each server has counted of the contract since the counts were last cleared.
create unlogged table tiers_counts (
  period text not null,
  server text not null,
  body text not null,
  primary key (period, server)
);

insert into tiers_format (format) values ('${databaseFormat}');`;

export const tableNames = Array.from(tables.matchAll(/^create (?:unlogged )?table (\w+)/gm), ([, name]) => name);

/** What the owner of a database runs for a user that may not create tables. */
export const schemaSql = `begin;
${tables}
commit;
`;
