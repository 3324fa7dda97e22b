import type { Mutation } from '../mutations/planted.ts'

const keeper = 'src/server/upstream/keyed-forwarder.ts'
const store = 'src/server/upstream/store/key-store.ts'

/** Bugs that a careless change could bring to the front, or to the phone before it. */
export const plantedInFront: readonly Mutation[] = [
  {
    name: 'key after forwarding',
    says: 'the key is written down with its answer, not before the call is passed on',
    patches: [
      {
        file: store,
        find: 'const taken = await db.insert(frontKeys).values(row).onConflictDoNothing().returning({ key: frontKeys.key })',
        put: 'const taken = [late.set(row.key, row)]',
      },
      {
        file: store,
        find: "const put = { state: 'answered' as const, status, answer: body, headers, stood: null }",
        put: "const put = { state: 'answered' as const, status, answer: body, headers, stood: null }\n      const row = late.get(name.key)\n      if (row) await db.insert(frontKeys).values(row).onConflictDoNothing()",
      },
      {
        file: store,
        find: '  await alive.hold()\n',
        put: '  await alive.hold()\n  const late = new Map<string, typeof frontKeys.$inferInsert>()\n',
      },
    ],
  },
  {
    name: 'second does not wait',
    says: 'a second request with the key of one that is under way is passed on as well',
    patches: [
      {
        file: keeper,
        find: 'const first = this.#inProgress.get(name) ?? this.#unsaved.get(name)',
        put: 'const first = this.#unsaved.get(name)',
      },
      {
        file: keeper,
        find: "if (row.state === 'forwarding') return this.#resume(write)",
        put: "if (row.state === 'forwarding') return this.#forwardAndRecord(write, row, row.stood)",
      },
    ],
  },
  {
    name: 'unknown sent again',
    says: 'a call of which nobody knows is sent again without a look',
    patches: [
      {
        file: keeper,
        find: "if (row.state === 'unknown' && row.makes && write.looked !== row.doubts)",
        put: 'if (write.looked < 0)',
      },
    ],
  },
  {
    name: 'failure is a refusal',
    says: 'a 5xx of the other server counts as not carried out',
    patches: [
      {
        file: 'src/server/upstream/call-outcome.ts',
        find: "if (status >= 500 || status === 408 || status < 200) return 'unknown'",
        put: "if (status === 408 || status < 200) return 'unknown'",
      },
    ],
  },
  {
    name: 'the phone looks too early',
    says: 'a doubt that a front told of is cleared while the other server may still be at work',
    patches: [
      {
        file: 'src/sync/entry/answer-wait.ts',
        find: 'since.at + doubtWaitMs : null',
        put: 'since.at + 1 : null',
      },
    ],
  },
]
