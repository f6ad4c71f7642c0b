type Defined<All> = { [Key in keyof All]?: Exclude<All[Key], undefined> }

/** Without the keys that say nothing: most fields of a template leave most of theirs out. */
export function omitUndefined<All extends object>(all: All): Defined<All> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Defined<All>
}
