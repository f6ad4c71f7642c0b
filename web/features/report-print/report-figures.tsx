import type { Figure } from '#survey/report.ts'
import { t } from '#web/lib/language/translate.ts'
import type { FigureSources, ReportPictures } from './figure-sources.ts'
import { inPairs } from './pairs.ts'
import classes from './report-view.module.css'
import { useReportPicture } from './use-report-picture.ts'

/** Table rows of two figures each. */
interface Props {
  readonly figures: readonly Figure[]
  readonly pictures: ReportPictures
}

export function ReportFigures({ figures, pictures }: Props) {
  return inPairs(figures).map((line) => (
    <tr key={line[0]?.mediaId} className={classes.figures}>
      <td colSpan={2} className={classes.figuresCell}>
        <div className={classes.pair}>
          {line.map((figure) => (
            <FigureBox key={figure.mediaId} figure={figure} pictures={pictures} />
          ))}
        </div>
      </td>
    </tr>
  ))
}

function FigureBox({ figure, pictures }: { figure: Figure; pictures: ReportPictures }) {
  const found = pictures.ofFigure(figure)
  const { target } = found
  const isVideo = figure.kind === 'video'
  const picture = <Picture figure={figure} found={found} missing={t(pictures.missing)} />
  return (
    <figure className={classes.figure}>
      {target === null ? (
        picture
      ) : (
        <a
          className={classes.open}
          href={target}
          target="_blank"
          rel="noreferrer"
          {...(isVideo && { 'aria-label': t('reports.watchVideo', { label: figure.label }) })}
        >
          {picture}
        </a>
      )}
      <figcaption className={classes.caption}>
        {isVideo && target !== null ? (
          <a className={classes.watch} href={target} target="_blank" rel="noreferrer">
            {t('reports.watchVideo', { label: figure.label })}
          </a>
        ) : (
          <strong>{figure.label}</strong>
        )}
        {figure.caption !== '' && <span> {figure.caption}</span>}
      </figcaption>
    </figure>
  )
}

interface PictureProps {
  readonly figure: Figure
  readonly found: FigureSources
  readonly missing: string
}

function Picture({ figure, found, missing }: PictureProps) {
  const { ref, state, url, onBroken } = useReportPicture(found.sources)
  const { width, height } = found
  const isVideo = figure.kind === 'video'
  const name = figure.caption === '' ? figure.label : figure.caption
  if (state === 'absent') {
    return (
      <span ref={ref} className={classes.blank}>
        {isVideo && <PlayMark />}
        <span>{isVideo ? figure.label : missing}</span>
      </span>
    )
  }
  return (
    <span ref={ref} className={classes.frame} data-reading={state === 'reading'}>
      {url ? (
        <img
          src={url}
          alt={name}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          decoding="async"
          onError={onBroken}
        />
      ) : (
        // Named while loading: a link around the picture has no other name.
        <span
          className={classes.room}
          role="img"
          aria-label={name}
          style={{ aspectRatio: roomOf(width, height) }}
        />
      )}
      {isVideo && <PlayMark />}
    </span>
  )
}

/** The picture's aspect ratio, to reserve its space. */
function roomOf(width: number | null, height: number | null): string {
  return width && height ? `${width} / ${height}` : '4 / 3'
}

function PlayMark() {
  return (
    <svg className={classes.play} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="M19 15l15 9-15 9z" />
    </svg>
  )
}
