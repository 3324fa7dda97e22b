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
  /** The part of others, as it was when this page stored its own. */
  others: Values | null = null
  /** What this page has stored, or has found when it opened. */
  #values: Values | null = null
  #hasStored = false
  #wasThere = false

  /** A draft was read for the first time under this name. Once something is typed, only that is this page's. */
  found(values: Values | null): void {
    if (!this.#hasStored) this.#values = values
  }

  /** The values to store, beside those of others. `failed`: they were not stored. */
  takeUnsaved(): { values(there: Draft | undefined): Values; failed(): void } | null {
    const { unsaved, joins } = this
    if (!unsaved) return null
    this.unsaved = null
    const { values, isRest } = unsaved
    // Read when the write begins: an earlier one may still be under way. A write that is repeated begins with the same.
    let before: { own: Values | null; others: Values | null } | undefined
    return {
      values: (there) => {
        before ??= { own: this.#values, others: this.others }
        const standing = there === undefined ? null : this.#othersIn(there, before.own)
        const parts = [isRest ? before.others : null, standing].filter((it) => it !== null)
        this.#values = values
        this.#hasStored = true
        this.others = null
        if (!joins) return values
        for (const it of parts) this.others = this.others ? joins.join(this.others, it, joins.blank) : it
        return this.others ? joins.join(this.others, values, joins.blank) : values
      },
      failed: () => {
        if (before) this.#values = before.own
      },
    }
  }

  /** From now on nothing is this page's own. Returns what stays of the draft; null if nothing does. */
  leave(): (draft: Draft) => Values | null {
    const own = this.#values
    this.unsaved = null
    this.others = null
    this.#values = null
    this.#hasStored = false
    this.#wasThere = false
    return (draft) => this.#othersIn(draft, own)
  }

  /** `draft`: as the device has it now; undefined while it is read. */
  isGone(draft: Draft | null | undefined): boolean {
    if (draft) this.#wasThere = true
    return draft === null && this.#wasThere && this.#values !== null
  }

  #othersIn({ values }: Draft, own: Values | null): Values | null {
    const { joins } = this
    if (!joins) return null
    // Its form has stored it, so it has that form's shape.
    const left = own === null ? (values as Values) : without(values as Values, own, joins.blank)
    return same(left, joins.blank) ? null : left
  }
}
