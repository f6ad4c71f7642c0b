import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isMenuUrl } from '../rules/menu-url.ts'
import { record } from '../wire.ts'
import { menuIcons } from './menu-entries.ts'

const MenuItem = z.object({
  text: z.string(),
  /** Only a page of this app ('/…') or another site ('https://…'). */
  url: z.string().check(z.refine(isMenuUrl, 'common.invalid')),
  icon: z.enum(menuIcons),
  /** How many surveys wait behind it; absent: none are counted. */
  count: z.optional(z.number()),
})

export const navigationMenu = endpoint({
  name: 'menu.read',
  method: 'GET',
  path: '/navmenu/navigation_menu',
  summary: 'The items of the side menu for this account, in the language of the call',
  access: 'surveyor',
  reply: z.object({
    data: z.array(record(MenuItem)),
    /** The side on which the drawer opens. */
    meta: z.object({ position: z.literal('left') }),
  }),
  offline: 'cache',
})
