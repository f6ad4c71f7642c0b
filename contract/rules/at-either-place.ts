import * as z from 'zod/mini'

/** Fields below `data.attributes`, below `data` or at the top: the specification names some without their place. */
export function atEitherPlace<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({
    ...shape,
    data: z.optional(z.object({ ...shape, attributes: z.optional(z.object(shape)) })),
  })
}

type Placed<Fields> = Fields & {
  readonly data?: (Fields & { readonly attributes?: Fields | undefined }) | undefined
}

/** The fields of such a body, wherever they stood. */
export function fieldsOf<Fields extends object>(body: Placed<Fields>): Fields {
  const { data, ...top } = body
  const { attributes, ...below } = data ?? {}
  return { ...(top as Fields), ...(below as Fields), ...attributes }
}
