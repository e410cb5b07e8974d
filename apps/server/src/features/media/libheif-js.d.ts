declare module 'libheif-js/wasm-bundle.js' {
  type PixelBuffer = { data: Uint8ClampedArray; width: number; height: number }
  type HeifImage = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    display(into: PixelBuffer, done: (shown: PixelBuffer | null) => void): void
  }
  const libheif: {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
  }
  export default libheif
}
