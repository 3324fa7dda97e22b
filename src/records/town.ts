import { type TownListName, town } from '../contract/town.ts'
import { valueQuery } from './value.ts'

/** A list of the town as a table, for an Admin who edits it. */
export const townList = (list: TownListName) => valueQuery('code', town.list, {}, { search: { list }, hasOther: true })

/** The settings of the town, and which of them the server fixes. */
export const townSettings = () => valueQuery('user', town.settings, {}, { hasOther: true })
