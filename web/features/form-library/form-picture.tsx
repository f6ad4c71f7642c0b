import {
  IconAntenna,
  IconBuilding,
  IconClipboardText,
  IconElevator,
  IconFlame,
  IconHome,
  IconHomeUp,
  IconKey,
  IconListCheck,
  IconServer,
} from '@tabler/icons-react'
import classes from './form-library.module.css'

/** By the name that a template's document says. */
const pictures: Readonly<Record<string, typeof IconHome>> = {
  antenna: IconAntenna,
  building: IconBuilding,
  checklist: IconListCheck,
  closet: IconServer,
  elevator: IconElevator,
  fire: IconFlame,
  house: IconHome,
  key: IconKey,
  roof: IconHomeUp,
}

/** What a template is about, at a glance; its name says it in words. */
export function FormPicture({ name }: { name: string | null }) {
  const Picture = pictures[name ?? ''] ?? IconClipboardText
  return (
    <span className={classes.picture}>
      <Picture size={24} stroke={1.75} aria-hidden />
    </span>
  )
}
