import { type Config, readConfig } from '../../src/server/config.ts'

/** The people of every test office, in the order of their ids: the first is an inspector (C-22). */
export const people = {
  ons: { email: 'ons@town.example', name: 'Ona Sutter', phone: '5550100001', role: 1, password: 'ons on the doorstep' },
  otherOns: {
    email: 'ons2@town.example',
    name: 'Otis Nash',
    phone: '5550100002',
    role: 1,
    password: 'ons at the fence',
  },
  oas: { email: 'oas@town.example', name: 'Olga Asher', phone: '5550100003', role: 2, password: 'oas at the counter' },
  admin: {
    email: 'admin@town.example',
    name: 'Ada Minter',
    phone: '5550100004',
    role: 3,
    password: 'admin in the hall',
  },
  guest: {
    email: 'guest@town.example',
    name: 'Gus Estrada',
    phone: '5550100005',
    role: 0,
    password: 'guest at the window',
  },
} as const

export type PersonName = keyof typeof people

/** In the order of their ids. */
export const personNames: readonly PersonName[] = ['ons', 'otherOns', 'oas', 'admin', 'guest']

/** Default settings with cheap password hashes and a silent log. */
export const cheapConfig: Config = readConfig({
  PASSWORD_MEMORY_KIB: '1024',
  PASSWORD_PASSES: '1',
  LOG_LEVEL: 'silent',
  FILE_SECRET: 'a secret of the tests, long enough to sign with',
})
