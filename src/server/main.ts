import { parseArgs } from 'node:util'
import { startServer } from './cli/boot.ts'
import { isExpected } from './cli/run-command.ts'

// The listener is there from the beginning: a stop during the start takes effect right after it, in good order.
const asked = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      resolve(signal)
      // A second signal ends the process at once, without waiting for running requests.
      process.on(signal, () => process.exit(1))
    })
  }
})

try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } })
  const server = await startServer(process.env, { empty: values.empty })
  // Address and sign-ins in one message, so that nobody sees one without the other.
  console.log([`CodeSoft is at ${server.address}`, ...server.lines].join('\n'))
  const end = await Promise.race([asked, server.died.then((words) => ({ words }))])
  if (end instanceof Object) {
    process.exitCode = 1
    console.error(`The database ended by itself, so the server stops. Its last words: ${end.words || 'none'}`)
  }
  await server.stop()
} catch (error) {
  process.exitCode = 1
  console.error(isExpected(error) ? error.message : error)
}
