import type { TownSettings } from '../contract/town.ts'
import { phoneText } from './phone.ts'

type Head = Pick<TownSettings, 'address' | 'phone' | 'email' | 'website'>

/** The lines under the town's name in a letter: its address, then the ways to reach it. */
export function letterheadLines({ address, phone, email, website }: Head): string[] {
  const call = phoneText(phone)
  const reach = [
    call === 'N/A' ? phone.trim() : call,
    email.trim(),
    website
      .trim()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, ''),
  ]
  const lines = address.split('\n').map((line) => line.trim())
  return [...lines, reach.filter(Boolean).join(' · ')].filter(Boolean)
}
