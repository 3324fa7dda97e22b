import type { Draft } from '../../db/database.ts'
import { without } from '../../rules/in-front.ts'
import { same } from '../../rules/same.ts'

/** How the values of two pages become one draft. */
export interface Joins<Values> {
  blank: Values
  join(older: Values, newer: Values, blank: Values): Values
}

/**
 * Which part of a form's draft is this page's own. Two tabs may have one form open, and a draft that the office's merge
 * has joined has the words of two. Each page changes only its own part: nothing that another one has typed is lost.
 */
export class OwnDraft<Values extends object> {
  joins: Joins<Values> | undefined
  /** Typed, and not stored yet. `isRest`: the record with which the draft was deleted is stored. */
  unsaved: { values: Values; isRest: boolean } | null = null
  #part = newPart<Values>()

  /** The part of others, as it was when this page stored its own. */
  get others(): Values | null {
    return this.#part.others
  }

  /** A draft was read for the first time under this name. Once something is typed, only that is this page's. */
  found(values: Values | null): void {
    if (!this.#part.hasStored) this.#part.values = values
  }

  /** The values to store, beside those of others. `failed`: they were not stored. */
  takeUnsaved(): { values(there: Draft | undefined): Values; failed(): void } | null {
    const { unsaved, joins } = this
    if (!unsaved) return null
    this.unsaved = null
    const { values, isRest } = unsaved
    const part = this.#part
    // Read when the write begins: an earlier one may still be under way. A write that is repeated begins with the same.
    let before: { own: Values | null; others: Values | null } | undefined
    return {
      values: (there) => {
        before ??= { own: part.values, others: part.others }
        const standing = there === undefined ? null : this.#othersIn(there, before.own)
        const parts = [isRest ? before.others : null, standing].filter((it) => it !== null)
        part.values = values
        part.hasStored = true
        part.others = null
        if (!joins) return values
        for (const it of parts) part.others = part.others ? joins.join(part.others, it, joins.blank) : it
        return part.others ? joins.join(part.others, values, joins.blank) : values
      },
      failed: () => {
        if (before) part.values = before.own
      },
    }
  }

  /** From now on nothing is this page's own. Returns what stays of the draft; null if nothing does. */
  leave(): (draft: Draft) => Values | null {
    const part = this.#part
    this.unsaved = null
    this.#part = newPart()
    // Read when the deletion begins: a write of this page that is still under way comes before it.
    return (draft) => this.#othersIn(draft, part.values)
  }

  /** `draft`: as the device has it now; undefined while it is read. */
  isGone(draft: Draft | null | undefined): boolean {
    if (draft) this.#part.wasThere = true
    return draft === null && this.#part.wasThere && this.#part.values !== null
  }

  #othersIn({ values }: Draft, own: Values | null): Values | null {
    const { joins } = this
    if (!joins) return null
    // Its form has stored it, so it has that form's shape.
    const left = own === null ? (values as Values) : without(values as Values, own, joins.blank)
    return same(left, joins.blank) ? null : left
  }
}

/** What one page knows of the draft until it leaves it. A write that was begun before still ends in the same one. */
interface Part<Values> {
  /** What this page has stored, or has found when it opened. */
  values: Values | null
  others: Values | null
  hasStored: boolean
  wasThere: boolean
}

const newPart = <Values>(): Part<Values> => ({ values: null, others: null, hasStored: false, wasThere: false })
