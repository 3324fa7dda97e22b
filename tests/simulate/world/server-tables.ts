/** A row of the model server, with the fields of the contract. */
export interface ModelRow {
  id: number
  created_at: string
  updated_at: string
  [field: string]: unknown
}

/** A removed alert stays in the database, and no list has it. */
export const isRemoved = (row: ModelRow): boolean => row.removed === true

export interface ModelFile {
  owner: string
  name: string
  sha256: string
  size: number
}

const types = [
  'address',
  'unit',
  'inspection',
  'area',
  'observation',
  'violation',
  'contact',
  'user',
  'code',
  'business',
  'comment',
  'contactComment',
  'citation',
  'alert',
  'answer',
] as const
export type ModelType = (typeof types)[number]

export interface Tables {
  rows: Record<ModelType, Map<number, ModelRow>>
  files: ModelFile[]
  /** 'address:1001/contact:7001'. */
  links: Set<string>
  ids: Record<ModelType, number>
}

export const newTables = (): Tables => ({
  rows: Object.fromEntries(types.map((it) => [it, new Map()])) as unknown as Tables['rows'],
  files: [],
  links: new Set(),
  // Each type has its own range of ids, so that an id of another type is never valid.
  ids: Object.fromEntries(types.map((it, at) => [it, (at + 1) * 1000])) as Tables['ids'],
})

/** A copy of the tables that shares nothing with them. */
export const copyOfTables = ({ rows, files, links, ids }: Tables): Tables => ({
  // The types are the same; each gets a new table.
  rows: Object.fromEntries(
    types.map((type) => [type, new Map([...rows[type]].map(([id, row]) => [id, { ...row }]))]),
  ) as unknown as Tables['rows'],
  files: [...files],
  links: new Set(links),
  ids: { ...ids },
})

/** Puts a new row into a table. */
export const insert = (
  tables: Tables,
  type: ModelType,
  fields: Record<string, unknown>,
  at: number,
  /** The number that it had before the restore. */
  former?: number,
): ModelRow => {
  const id = former ?? ++tables.ids[type]
  const stamp = new Date(at).toISOString()
  const row: ModelRow = { ...fields, id, created_at: stamp, updated_at: stamp }
  tables.rows[type].set(id, row)
  return row
}
