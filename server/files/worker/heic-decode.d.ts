declare module 'heic-decode' {
  interface Decoded {
    readonly width: number
    readonly height: number
    /** RGBA */
    readonly data: Uint8ClampedArray<ArrayBuffer>
  }
  interface Picture {
    readonly width: number
    readonly height: number
    decode(): Promise<Decoded>
  }
  interface Decode {
    (given: { buffer: Uint8Array }): Promise<Decoded>
    all(given: { buffer: Uint8Array }): Promise<readonly Picture[] & { dispose(): void }>
  }
  const decode: Decode
  export default decode
}
