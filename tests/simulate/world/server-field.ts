import { copied, found, list, makeRecord, type Route, route, setFields } from './server-call.ts'
import { Refusal } from './server-types.ts'

/** Alerts of premises and answers to prompts; a documented server has neither. */
export const fieldPaths = (): Route[] =>
  [
    route('GET /addresses/:a/alerts', (call) => {
      const { id } = found(call, 'address', call.ids[0])
      return { body: copied(list(call, 'alert', (it) => it.address_id === id && !it.removed)) }
    }),
    route('POST /addresses/:a/alerts', (call) => {
      const { id } = found(call, 'address', call.ids[0])
      const { kind, text } = call.body
      return makeRecord(call, 'alert', { address_id: id, kind, text, removed: false, user_id: call.userId }, 201)
    }),
    route('PATCH /alerts/:a', (call) => {
      const { text, removed } = call.body
      return setFields(call, 'alert', { text, removed })
    }),
    route('GET /inspections/:i/answers', (call) => {
      const { id } = found(call, 'inspection', call.ids[0])
      return { body: copied(list(call, 'answer', (it) => it.inspection_id === id)) }
    }),
    route('POST /areas/:a/answers', (call) => {
      const { id, inspection_id } = found(call, 'area', call.ids[0])
      const { prompt_id, content, answer } = call.body
      const [standing] = list(call, 'answer', (it) => it.area_id === id && it.prompt_id === prompt_id)
      if (!standing)
        return makeRecord(
          call,
          'answer',
          { area_id: id, inspection_id, prompt_id, content, answer, user_id: call.userId },
          201,
        )
      return { ...setFields({ ...call, ids: [standing.id] }, 'answer', { content, answer }), status: 201 }
    }),
    route('PATCH /answers/:a', (call) => setFields(call, 'answer', { answer: call.body.answer })),
  ].map((it) => ({
    ...it,
    run(call) {
      if (call.server.profile === 'documented') throw new Refusal(404, 'Not Found')
      return it.run(call)
    },
  }))
