type Defined<All> = { [Key in keyof All]?: Exclude<All[Key], undefined> }

/** Removes undefined keys; most fields of a template omit most properties. */
export function omitUndefined<All extends object>(all: All): Defined<All> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Defined<All>
}
