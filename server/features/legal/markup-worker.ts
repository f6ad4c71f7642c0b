import { parentPort, workerData } from 'node:worker_threads'
import { badLinkIn, renderLegal } from './markup.ts'

/** Reads one text and ends; whoever started it stops it if that takes too long. */
const markdown = String(workerData)
parentPort?.postMessage({ html: renderLegal(markdown), badLink: badLinkIn(markdown) })
