import { t } from '#web/lib/language/translate.ts'
import classes from './map-link.module.css'

interface Props {
  readonly place: { readonly latitude: number; readonly longitude: number }
}

/** Only for signed-in users: the link reveals the location to the map provider. */
export function MapLink({ place: { latitude, longitude } }: Props) {
  const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
  return (
    <a className={classes.link} href={address} target="_blank" rel="noreferrer">
      {t('fields.openMap')}
    </a>
  )
}
