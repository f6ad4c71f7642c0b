import * as z from 'zod/mini'
import { isMenuUrl } from '#contract/rules/menu-url.ts'

const MenuLink = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(60)),
  url: z.string().check(z.refine(isMenuUrl)),
})

/** 'Help desk=https://help.example.com; Terms=/TermsAndConditions': at most ten items. */
export const MenuLinks = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) =>
      text
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map((one) => {
          const [name = '', ...url] = one.split('=')
          return { text: name.trim(), url: url.join('=').trim() }
        }),
    ),
    z.array(MenuLink).check(z.maxLength(10)),
  ),
)
