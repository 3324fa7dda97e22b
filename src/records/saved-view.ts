import { savedViews } from '../contract/saved-view.ts'
import { valueQuery } from './value.ts'

/** One's own saved views and those that colleagues share, of all lists. */
export const knownViews = () => valueQuery('user', savedViews.list, {}, { hasOther: true })
