import { parseArgs } from 'node:util'
import { startServer } from './cli/boot.ts'
import { isExpected } from './cli/run-command.ts'

// Listened to from the first moment: a stop that is asked for during the start happens in good order right after it.
const asked = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      resolve(signal)
      // Asked again: whoever stands there does not want to wait for requests under way.
      process.on(signal, () => process.exit(1))
    })
  }
})

try {
  const { values } = parseArgs({ options: { empty: { type: 'boolean', default: false } } })
  const server = await startServer(process.env, { empty: values.empty })
  // In one piece: whoever reads the address has the sign-ins too.
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
