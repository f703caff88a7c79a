/**
 * A time as a table shows it: whole where the table is piped, else to the second, UTC, and without the date where that is
 * today's.
 * @param columns those of the terminal; undefined where there is none
 */
export function tableTime(iso: string, columns: number | undefined, now: Date = new Date()): string {
  if (columns === undefined) return iso;
  const [day, time = ""] = iso.slice(0, 19).split("T");
  return day === now.toISOString().slice(0, 10) ? time : `${day} ${time}`;
}
