import { useEngine } from '../sync/react/engine.ts'

/** The provider at which people of this town sign in, where passwords are off; null where they have passwords. */
export const useOnlyProvider = (): string | null => {
  const { waysIn } = useEngine().town
  return waysIn?.passwordsAreOff ? waysIn.singleSignOn : null
}
