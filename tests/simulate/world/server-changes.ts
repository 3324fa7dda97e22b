import type { ModelRow, ModelType, Tables } from './server-tables.ts'
import { Refusal, type SimulatedReply } from './server-types.ts'

/** Small, so that a story needs several pages. */
const mostInOne = 7

/** The model server's list of changes. Each request compares all rows with their last state. */
export class ChangeList {
  #position = 0
  #prints = new Map<string, string>()
  #changes = new Map<string, { type: ModelType; id: number; position: number }>()

  /** The changes after a cursor, in pages. Rows have the form that their lists give. */
  answer(
    { tables, life, search }: { tables: Tables; life: string; search: string },
    told: (type: ModelType, row: ModelRow) => unknown,
  ): SimulatedReply {
    this.look(tables, told)
    const since = new URLSearchParams(search).get('since') ?? '0'
    const cursorAt = (position: number) => `${life.replace(' ', '-')}.${position}`
    if (since === 'now') return answered({ changes: [], cursor: cursorAt(this.#position), more: false })
    const [of, from] = since.split('.')
    if (`${of}.` !== cursorAt(0).slice(0, -1)) throw new Refusal(410, 'The town was restored since')
    const after = [...this.#changes.values()].filter((it) => it.position > Number(from))
    const ordered = after.sort((a, b) => a.position - b.position)
    const page = ordered.slice(0, mostInOne)
    const changes = page.map(({ type, id }) => {
      const row = tables.rows[type].get(id)
      return { type, id, row: row ? told(type, row) : null }
    })
    const more = ordered.length > page.length
    return answered({ changes, cursor: cursorAt(more ? (page.at(-1)?.position ?? 0) : this.#position), more })
  }

  /** Records the changes since the last request, at every request: else a row that is soon deleted is missed. */
  look(tables: Tables, told: (type: ModelType, row: ModelRow) => unknown): void {
    const here = new Set<string>()
    for (const type of Object.keys(tables.rows) as ModelType[])
      for (const row of tables.rows[type].values()) {
        here.add(`${type}:${row.id}`)
        this.#note(type, row.id, JSON.stringify(told(type, row)))
      }
    for (const [name, print] of this.#prints) {
      const [type, id] = name.split(':')
      if (print !== '' && !here.has(name)) this.#note(type as ModelType, Number(id), '')
    }
  }

  #note(type: ModelType, id: number, print: string): void {
    const name = `${type}:${id}`
    if (this.#prints.get(name) === print) return
    this.#prints.set(name, print)
    this.#changes.set(name, { type, id, position: ++this.#position })
  }
}

const answered = (body: unknown): SimulatedReply => ({ status: 200, body, headers: {} })
