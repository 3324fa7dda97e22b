import { savedViews } from '../contract/saved-view.ts'
import { valueQuery } from './value.ts'

/** The person's own saved views of all lists, and those that colleagues share. */
export const knownViews = () => valueQuery('user', savedViews.list, {}, { hasOther: true })
