import { world } from './platform.ts'
import { pullSomething } from './pulls.ts'
import type { Stage } from './stage.ts'

/** The person at the phone signs in again, as the session of the page does it. */
export async function signInAgain(stage: Stage): Promise<void> {
  const { db, runner, device } = await stage.tab()
  stage.signIn(stage.phone, stage.userId)
  // The screen behind the sign-in asks for its list, and so hears the server's clock; a device clock that is far off
  // makes the first token look ended.
  if ((await stage.valueOf(device.token())) === null) {
    await pullSomething(stage, { a: 0 })
    await world.time.pass(world.time.now + 1_000)
    stage.signIn(stage.phone, stage.userId)
  }
  await stage.done(db.setFact('paused', null))
  runner.schedule(true)
}
