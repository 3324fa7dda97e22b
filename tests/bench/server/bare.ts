import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

/**
 * The minimum: hono and pg, the same rows by the same statements, and nothing else: no session, no role, no contract,
 * no key, no audit log.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 })
const app = new Hono()

app.get('/search', async (c) => {
  const typed = (c.req.query('query') ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')
  const { rows } = await pool.query(
    `select * from addresses where search_text like $1
     order by search_text like $2 desc, combadd, id limit 10`,
    [`%${typed}%`, `${typed}%`],
  )
  return c.json(rows)
})

app.get('/inspections/:id', async (c) => {
  const { rows } = await pool.query(
    `select i.*, to_json(a.*) as address, to_json(c.*) as contact, json_build_object('id', u.id, 'email', u.email, 'name', u.name) as inspector
     from inspections i left join addresses a on a.id = i.address_id
     left join users u on u.id = i.inspector_id left join contacts c on c.id = i.contact_id where i.id = $1`,
    [c.req.param('id')],
  )
  return c.json(rows[0])
})

/** A page of the list and, as ours says in a header, the length of the whole list. */
app.get('/inspections', async (c) => {
  const kind = "lower(i.source) <> 'complaint'"
  const { rows } = await pool.query(
    `select i.*, to_json(a.*) as address, to_json(c.*) as contact, json_build_object('id', u.id, 'email', u.email, 'name', u.name) as inspector
     from inspections i left join addresses a on a.id = i.address_id
     left join users u on u.id = i.inspector_id left join contacts c on c.id = i.contact_id where ${kind}
     order by i.created_at desc nulls last, i.id desc nulls last limit $1 offset $2`,
    [c.req.query('limit'), c.req.query('skip')],
  )
  const { rows: counted } = await pool.query(`select count(*) from inspections i where ${kind}`)
  return c.json(rows, 200, { 'X-Total-Count': String(counted[0].count) })
})

app.get('/pending/:id', async (c) => {
  const { rows } = await pool.query(
    `select i.*, to_json(a.*) as address, json_build_object('id', u.id, 'email', u.email, 'name', u.name) as inspector
     from inspections i left join addresses a on a.id = i.address_id left join users u on u.id = i.inspector_id
     where i.inspector_id = $1 and (i.status is null or lower(i.status) in ('pending', 'scheduled'))
     order by i.created_at desc nulls last, i.id desc nulls last`,
    [c.req.param('id')],
  )
  return c.json(rows)
})

const tables: Record<string, string> = { inspection: 'inspections', area: 'areas', observation: 'observations' }

app.get('/changes', async (c) => {
  const { rows } = await pool.query(
    'select record_type, record_id from changes where position > $1 order by position, record_type, record_id limit $2',
    [c.req.query('since'), c.req.query('limit')],
  )
  const found: unknown[] = []
  for (const [type, table] of Object.entries(tables)) {
    const ids = rows.filter((row) => row.record_type === type).map((row) => row.record_id)
    if (ids.length > 0)
      found.push(...(await pool.query(`select * from ${table} where id = any($1::bigint[])`, [ids])).rows)
  }
  return c.json(found)
})

app.post('/observations', async (c) => {
  const { area_id, content } = await c.req.json<{ area_id: number; content: string }>()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('insert into observations (area_id, content) values ($1, $2) returning *', [
      area_id,
      content,
    ])
    // The rows beside it that ours writes: its line in the log, and its key with the answer.
    if (c.req.query('rows') === '3') {
      const key = crypto.randomUUID()
      await client.query(
        "insert into audit_log (user_id, call, path, key, received_at, status, record_type, record_id, body) values (1, 'B92', $1, $2, now(), 201, 'observation', $3, $4)",
        [c.req.path, key, rows[0].id, JSON.stringify({ content })],
      )
      await client.query(
        "insert into idempotency_keys (user_id, key, request_hash, call, status, answer, headers, created_at) values (1, $1, $1, 'B92', 201, $2, '{}', now())",
        [key, Buffer.from(JSON.stringify(rows[0]))],
      )
    }
    await client.query('commit')
    return c.json(rows[0])
  } finally {
    client.release()
  }
})

app.post('/upload', async (c) => {
  const file = (await c.req.formData()).get('files')
  if (!(file instanceof File)) return c.json({}, 422)
  await writeFile(join(process.env.DATA_FOLDER ?? '', crypto.randomUUID()), new Uint8Array(await file.arrayBuffer()))
  return c.json({ bytes: file.size }, 201)
})

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`CodeSoft is at http://127.0.0.1:${port}`),
)
process.on('SIGTERM', () => {
  server.close(() => void pool.end())
  if ('closeAllConnections' in server) server.closeAllConnections()
})
