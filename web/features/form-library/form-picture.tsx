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

/** Icons by the name in the template's document. */
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

/** The template's icon; decorative. */
export function FormPicture({ name }: { name: string | null }) {
  const Picture = pictures[name ?? ''] ?? IconClipboardText
  return (
    <span className={classes.picture}>
      <Picture size={24} stroke={1.75} aria-hidden />
    </span>
  )
}
