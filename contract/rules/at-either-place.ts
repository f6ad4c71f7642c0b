import * as z from 'zod/mini'

/**
 * Accepts fields below `data.attributes`, below `data` or at the top, because the specification does not
 * always say where.
 */
export function atEitherPlace<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({
    ...shape,
    data: z.optional(z.object({ ...shape, attributes: z.optional(z.object(shape)) })),
  })
}

type Placed<Fields> = Fields & {
  readonly data?: (Fields & { readonly attributes?: Fields | undefined }) | undefined
}

/** Returns the fields of such a body from any of the places. */
export function fieldsOf<Fields extends object>(body: Placed<Fields>): Fields {
  const { data, ...top } = body
  const { attributes, ...below } = data ?? {}
  return { ...(top as Fields), ...(below as Fields), ...attributes }
}
