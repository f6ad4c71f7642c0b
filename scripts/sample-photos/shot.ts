import type { Camera } from './camera.ts'
import type { Look } from './develop.ts'
import type { Scene } from './tracer.ts'

export interface Shot {
  readonly scene: Scene
  readonly camera: Camera
  readonly look: Look
  readonly size: { readonly width: number; readonly height: number }
}

export const landscape = { width: 1600, height: 1200 }
export const portrait = { width: 1200, height: 1600 }

export function indoors(_x: number, _y: number, _z: number, out: Float64Array): void {
  out.fill(0.01)
}
