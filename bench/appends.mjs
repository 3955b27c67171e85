/**
 * Loaded into a server before its program: counts the appends to logs of changes, and those that came to nothing because
 * another server was first, and adds them to the file BENCH_APPENDS when the server ends.
 */
import { appendFileSync } from "node:fs";
import pg from "pg";

let [appends, lost] = [0, 0];
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, values, callback) {
  if (!/insert into tiers_changes/.test(config.text)) return query.call(this, config, values, callback);
  const counted = (result) => {
    appends++;
    if (result.rowCount === 0) lost++;
    return result;
  };
  const done = typeof values === "function" ? values : callback;
  if (!done) return query.call(this, config, values).then(counted);
  return query.call(this, config, (error, result) => {
    if (result) counted(result);
    done(error, result);
  });
};
process.on("exit", () => appendFileSync(process.env.BENCH_APPENDS, `${appends} ${lost}\n`));
