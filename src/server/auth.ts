import { hash, verify } from '@node-rs/argon2'
import type { Config } from './config.ts'

/** The stored form of a password: argon2id with its own salt. */
export const hashPassword = (password: string, config: Config): Promise<string> => hash(password, config.password)

const decoys = new Map<string, Promise<string>>()

/** A hash that no password matches, made once per cost, so that an unknown name takes as long as a wrong password. */
const decoyOf = (config: Config): Promise<string> => {
  const cost = `${config.password.memoryCost}/${config.password.timeCost}`
  const made = decoys.get(cost) ?? hashPassword(crypto.randomUUID(), config)
  decoys.set(cost, made)
  return made
}

/** Whether the password matches. Takes the same time for a user that does not exist (`stored` null). */
export const isPassword = async (stored: string | null, password: string, config: Config): Promise<boolean> => {
  const matches = await verify(stored ?? (await decoyOf(config)), password)
  return stored !== null && matches
}
