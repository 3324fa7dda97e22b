import * as z from 'zod/mini'

/**
 * A field of an answer that is always there, but that a documented server may answer with null or leave out. It is then
 * read as `value`: one such row must not make its whole list unreadable. Not for fields of a request.
 */
export const nullAs = <Field extends z.ZodMiniType>(field: Field, value: z.output<Field>): Field =>
  // Typed as the field itself, so that our own server still has to give it a value.
  z.pipe(
    z.transform((given): unknown => given ?? value),
    field,
  ) as unknown as Field
