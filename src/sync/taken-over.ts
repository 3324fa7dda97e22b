/** Another runner has taken over since: this one must write nothing more (I15). */
export class TakenOver extends Error {
  override name = 'TakenOver'
}
