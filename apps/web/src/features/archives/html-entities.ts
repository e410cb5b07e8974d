/**
 * Named entities of HTML 4, and those of HTML 5 for punctuation, spaces and Latin letters. The code points are
 * consecutive; `U+` sets the code point of the next name. `/` separates names of the same character.
 * The browser's HTML parser cannot be used, because the Content Security Policy requires trusted types.
 * Source: https://html.spec.whatwg.org/multipage/named-characters.html
 */
const names = `
  U+9 Tab NewLine U+21 excl quot num dollar percnt amp apos lpar rpar ast/midast plus comma U+2E period sol U+3A
  colon semi lt equals gt quest commat U+5B lsqb/lbrack bsol rsqb/rbrack Hat lowbar grave U+7B lcub/lbrace
  vert/verbar rcub/rbrace U+A0 nbsp iexcl cent pound curren yen brvbar sect uml/Dot/die copy ordf laquo not shy reg
  macr/strns deg plusmn/pm sup2 sup3 acute micro para middot cedil/Cedilla sup1 ordm raquo frac14 frac12/half frac34
  iquest Agrave Aacute Acirc Atilde Auml Aring/angst AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
  ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute
  acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute
  ocirc otilde ouml divide/div oslash ugrave uacute ucirc uuml yacute thorn yuml Amacr amacr Abreve abreve Aogon
  aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok dstrok Emacr emacr U+116 Edot edot
  Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil U+124 Hcirc hcirc Hstrok hstrok Itilde itilde
  Imacr imacr U+12E Iogon iogon Idot imath/inodot IJlig ijlig Jcirc jcirc Kcedil kcedil kgreen Lacute lacute Lcedil
  lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr
  omacr U+150 Odblac odblac OElig oelig Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute Scirc scirc Scedil
  scedil Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve Uring uring
  Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml Zacute zacute Zdot zdot Zcaron zcaron U+192 fnof U+2C6 circ
  U+2DC tilde U+391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho U+3A3
  Sigma Tau Upsilon Phi Chi Psi Omega/ohm U+3B1 alpha beta gamma delta epsilon/epsi zeta eta theta iota kappa lambda
  mu nu xi omicron pi rho sigmaf/sigmav sigma tau upsilon/upsi phi chi psi omega U+3D1 thetasym/thetav upsih/Upsi
  U+3D6 piv/varpi U+2002 ensp emsp emsp13 emsp14 U+2007 numsp puncsp thinsp hairsp ZeroWidthSpace zwnj zwj lrm rlm
  dash/hyphen U+2013 ndash mdash horbar Vert/Verbar U+2018 lsquo rsquo/rsquor sbquo/lsquor U+201C ldquo rdquo/rdquor
  bdquo/ldquor U+2020 dagger Dagger/ddagger bull/bullet U+2025 nldr hellip/mldr U+2030 permil pertenk prime Prime
  tprime bprime U+2039 lsaquo rsaquo U+203E oline/OverBar U+2041 caret U+2043 hybull frasl U+204F bsemi U+2057
  qprime U+205F MediumSpace NoBreak af it ic U+20AC euro U+2105 incare U+2111 image/Im/Ifr U+2118 weierp/wp U+211C
  real/Re/Rfr U+2122 trade U+2135 alefsym/aleph U+2190 larr/slarr uarr/UpArrow/uparrow rarr/srarr darr harr U+21B5
  crarr U+21D0 lArr uArr/Uparrow rArr/Implies dArr hArr/iff U+2200 forall/ForAll U+2202 part exist/Exists U+2205
  empty/emptyv U+2207 nabla/Del isin/in/isinv notin/notinva U+220B ni/niv U+220F prod/Product U+2211 sum/Sum minus
  U+2217 lowast U+221A radic/Sqrt U+221D prop/vprop/propto infin U+2220 ang/angle U+2227 and/wedge or/vee cap cup
  int U+2234 there4 U+223C sim/Tilde/thksim U+2245 cong U+2248 asymp/ap/thkap U+2260 ne equiv U+2264 le/leq ge/geq
  U+2282 sub/subset sup/supset nsub U+2286 sube supe U+2295 oplus U+2297 otimes U+22A5 perp/bot/UpTee U+22C5 sdot
  U+2308 lceil rceil lfloor rfloor U+25CA loz/lozenge U+2605 starf/bigstar star U+260E phone U+2640 female U+2642
  male U+2660 spades U+2663 clubs U+2665 hearts diams U+266D flat natur/natural sharp U+2713 check U+2717 cross
  U+27E8 lang/langle rang/rangle
`

function readNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let code = 0
  for (const token of names.trim().split(/\s+/)) {
    if (token.startsWith('U+')) code = Number.parseInt(token.slice(2), 16)
    else {
      for (const name of token.split('/')) found.set(name, String.fromCodePoint(code))
      code += 1
    }
  }
  return found
}

let characters: ReadonlyMap<string, string> | undefined

const windows1252 = new TextDecoder('windows-1252')

/** Returns the character of a code point, or an empty string if the code point is invalid. */
function decodeCodePoint(code: number): string {
  // HTML maps these code points to Windows-1252 characters.
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(new Uint8Array([code]))
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : ''
}

/** Decodes the entities in text of an HTML document. Keeps unknown entities unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]*));/gi, (match, hex, decimal, name) => {
    if (hex) return decodeCodePoint(Number.parseInt(hex, 16))
    if (decimal) return decodeCodePoint(Number(decimal))
    characters ??= readNames()
    return characters.get(name) ?? characters.get(String(name).toLowerCase()) ?? match
  })
