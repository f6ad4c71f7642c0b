import * as z from 'zod/mini'

/** Fields below `data.attributes`, or at the top: the specification names some without their place. */
export function atEitherPlace<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object({ ...shape, data: z.optional(z.object({ attributes: z.object(shape) })) })
}

/** The fields of such a body, wherever they stood. */
export function fieldsOf<Fields extends object>(
  body: Fields & { readonly data?: { readonly attributes: Fields } | undefined },
): Fields {
  const { data, ...top } = body
  return { ...(top as Fields), ...data?.attributes }
}
