import { world } from './platform.ts'
import { pullSomething } from './pulls.ts'
import type { Stage } from './stage.ts'

/** Signs the user in again, as the page's session does it. */
export async function signInAgain(stage: Stage): Promise<void> {
  const { db, runner, device } = await stage.tab()
  stage.signIn(stage.phone, stage.userId)
  // The screen behind the sign-in reads its list and so learns the server's time. With a device clock that is far off,
  // the first token looks expired.
  if ((await stage.valueOf(device.token())) === null) {
    await pullSomething(stage, { a: 0 })
    await world.time.pass(world.time.now + 1_000)
    stage.signIn(stage.phone, stage.userId)
  }
  await stage.done(db.setFact('paused', null))
  runner.schedule(true)
}
