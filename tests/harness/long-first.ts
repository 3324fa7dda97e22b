import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more, longest first. */
const long = ['simulate/simulate', 'simulate/front/front', 'server/start', 'sync/seal', 'server/attack']

/**
 * Long files first, whatever project they are of: the simulation has threads of its own, and if it is the last file they
 * leave a part of the machine idle for minutes.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((it) => moduleId.endsWith(`/tests/${it}.test.ts`))
      return at === -1 ? long.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
