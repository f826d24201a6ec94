/** Pages of known design, with the expected branding. */
export const brandPages: { name: string; html: string; branding: object }[] = [
  {
    name: 'light with variables',
    html: `<!doctype html><html><head><title>Acme</title><meta property="og:site_name" content="Acme">
<meta property="og:image" content="https://cdn.example/og.png"><link rel=icon href="/icon.png"><style>
:root{--color-primary:#3366ff;--color-success:#16a34a;--color-warning:#f59e0b;--color-danger:#dc2626;--unused-accent:#ff00ff}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 Inter,Arial,sans-serif;color:#222222;background:#fff}
header{height:64px;padding:16px;background:#f4f4f5}main{max-width:1120px;margin:0 auto;padding:24px}
h1{font:700 40px/1.2 Sora,serif}h2{font:600 28px/1.25 Sora,serif}p{margin:16px 0}small{font-size:12px;color:#6b7280}
a{color:#0f766e}.btn{border:0;padding:8px 16px;border-radius:8px;background:var(--color-primary);color:#fff;transition:all .2s ease-in-out}
.btn.ghost{background:#fff;border:1px solid #3366ff;color:#3366ff}
input{border:1px solid #d4d4d8;border-radius:8px 8px 0 0;padding:8px}input:focus{border-color:var(--color-primary);outline:none}
.grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:24px}code{font-family:"Fira Code",monospace}footer{height:80px}</style></head>
<body><header><a href="/" aria-label="Acme home"><img src="/acme.png" alt="Acme logo" width=120 height=32></a></header>
<main><h1>Build things with Acme</h1><h2>For everyone</h2><p>${'Words of the page in plain text. '.repeat(20)}</p><p>A <a href="/x">link to read</a> and <code>code</code>.</p>
<small>${'Small words. '.repeat(5)}</small><div class=grid><p>a<p>b<p>c</div>
<button class=btn>Start now</button> <button class="btn ghost">Learn more</button><input placeholder=mail></main><footer>end</footer></body></html>`,
    branding: {
      colorScheme: 'light',
      brandName: 'Acme',
      logo: expect.stringMatching(/\/acme\.png$/),
      colors: {
        primary: '#3366ff',
        background: '#ffffff',
        textPrimary: '#222222',
        textSecondary: '#6b7280',
        accent: '#0f766e',
        link: '#0f766e',
        success: '#16a34a',
        warning: '#f59e0b',
        error: '#dc2626',
      },
      fonts: [
        { family: 'Inter', role: 'body' },
        { family: 'Sora', role: 'heading' },
        { family: 'Fira Code', role: 'code' },
      ],
      typography: {
        fontFamilies: { primary: 'Inter', heading: 'Sora', code: 'Fira Code' },
        fontStacks: {
          primary: ['Inter', 'Arial', 'sans-serif'],
          heading: ['Sora', 'serif'],
          body: ['Inter', 'Arial', 'sans-serif'],
          paragraph: ['Inter', 'Arial', 'sans-serif'],
        },
        fontSizes: { h1: '40px', h2: '28px', body: '16px', small: '12px' },
        lineHeights: { heading: 1.2, body: 1.5 },
        fontWeights: { regular: 400, bold: 700 },
      },
      spacing: { baseUnit: 8, gridGutter: 24, borderRadius: '8px' },
      components: {
        buttonPrimary: { background: '#3366ff', textColor: '#ffffff', borderRadius: '8px' },
        buttonSecondary: { background: '#ffffff', textColor: '#3366ff', borderColor: '#3366ff', borderRadius: '8px' },
        input: {
          borderColor: '#d4d4d8',
          borderRadiusCorners: { topLeft: '8px', topRight: '8px', bottomRight: '0px', bottomLeft: '0px' },
          focusBorderColor: '#3366ff',
        },
      },
      images: {
        logo: expect.stringMatching(/^http.*\/acme\.png$/),
        logoHref: expect.stringMatching(/^http[^?]+\/$/),
        logoAlt: 'Acme logo',
        favicon: expect.stringMatching(/\/icon\.png$/),
        ogImage: 'https://cdn.example/og.png',
      },
      animations: { transitionDuration: '0.2s', easing: 'ease-in-out' },
      layout: { grid: { columns: 3, maxWidth: '1120px' }, headerHeight: '64px', footerHeight: '80px' },
    },
  },
  {
    name: 'dark, in a wrapper over a white body',
    html: `<!doctype html><html><head><title>Night</title><style>body{margin:0;background:#fff}
#app{min-height:100vh;background:oklch(0.2 0 0);color:#e5e5e5;font-family:"Space Grotesk",system-ui}
h1{color:#fff}.muted{color:#a1a1aa}a{color:#c084fc}
button{background:#a855f7;color:#0a0a0a;border:0;border-radius:calc(infinity * 1px);padding:12px 24px}</style></head>
<body><div id=app><header><a href="#">Menu</a></header><h1>Night mode</h1><p>${'Bright words on dark ground. '.repeat(12)}</p>
<p class=muted>${'Quiet words. '.repeat(6)}</p><p><a href="/more">More of it</a></p><button>Go</button></div></body></html>`,
    branding: {
      colorScheme: 'dark',
      colors: {
        primary: '#a855f7',
        background: '#161616',
        textPrimary: '#e5e5e5',
        textSecondary: '#a1a1aa',
        link: '#c084fc',
      },
      components: { buttonPrimary: { background: '#a855f7', borderRadius: '9999px' } },
      fonts: [{ family: 'Space Grotesk', role: 'body' }],
    },
  },
  {
    name: 'of utility classes',
    html: `<!doctype html><html><head><style>:root{--primary:221 83% 53%;--primary-foreground:0 0% 100%;--destructive:0 72% 51%}
body{margin:0;font-family:__Geist_a1b2c3,__Geist_Fallback_a1b2c3,sans-serif;color:rgb(15 23 42)}
.bg-slate-50{background:rgb(248 250 252)}.bg-primary{background:hsl(var(--primary))}.text-white{color:#fff}.px-4{padding:0 16px}.py-2{padding-top:8px;padding-bottom:8px}
.inline-flex{display:inline-flex}.rounded{border-radius:6px}.border{border:1px solid rgb(226 232 240)}.max-w-5xl{max-width:1024px}.m-auto{margin:0 auto}.text-slate-500{color:rgb(100 116 139)}</style></head>
<body class=bg-slate-50><div class="max-w-5xl m-auto px-4"><p>${'Utility words here. '.repeat(12)}</p><p class=text-slate-500>${'Less of it. '.repeat(5)}</p>
<a href="/start" class="inline-flex px-4 py-2 rounded bg-primary text-white">Start</a> <a href="/more" class="inline-flex px-4 py-2 rounded border">More</a></div></body></html>`,
    branding: {
      colorScheme: 'light',
      colors: {
        primary: '#2463eb',
        background: '#f8fafc',
        textPrimary: '#0f172a',
        textSecondary: '#64748b',
        error: '#dc2828',
      },
      fonts: [{ family: 'Geist', role: 'body' }],
      components: {
        buttonPrimary: { background: '#2463eb', textColor: '#ffffff', borderRadius: '6px' },
        buttonSecondary: { borderColor: '#e2e8f0', borderRadius: '6px' },
      },
      layout: { grid: { maxWidth: '1024px' } },
    },
  },
  {
    name: 'without buttons, its colour in the header',
    html: `<!doctype html><html><head><style>body{margin:0;font:18px/1.6 Georgia,serif;color:#333;background:#fffdf7}
header{background:#7c2d12;color:#fff;height:72px}a{color:#9a3412}</style></head><body><header>The Gazette</header>
<article><h1>News</h1><p>${'Serif words in long lines. '.repeat(15)}<a href="/next">next</a></p></article></body></html>`,
    branding: {
      colorScheme: 'light',
      colors: { primary: '#7c2d12', background: '#fffdf7', textPrimary: '#333333', link: '#9a3412' },
      typography: { fontFamilies: { primary: 'Georgia' }, fontSizes: { body: '18px' }, lineHeights: { body: 1.6 } },
      layout: { headerHeight: '72px' },
    },
  },
  {
    name: 'with a logo that is drawn in the page',
    html: `<!doctype html><html><head><style>body{margin:0;color:#111}.mark{color:#e11d48}.mark path{fill:currentColor}nav svg{height:20px;width:20px}</style></head>
<body><nav><a href="/search"><svg viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg></a><a class=site href="/" title="Rosy">
<svg class=mark style="width:90px;height:30px" viewBox="0 0 90 30" onclick="x()"><script>x()</script><path d="M1 2h80v20z"/></svg></a></nav>
<p>${'Words. '.repeat(40)}</p></body></html>`,
    branding: {
      logo: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      brandName: 'Rosy',
      images: { logoAlt: 'Rosy' },
    },
  },
  {
    name: 'of gradients: a button, and words cut out of one',
    html: `<!doctype html><html><head><meta property="og:image" content="/og.png"><style>body{margin:0;background:#0b1020;color:#e6e9f5;font:16px/1.6 Inter,sans-serif}
h1{font-size:56px;background:linear-gradient(90deg,#7c3aed,#22d3ee);-webkit-background-clip:text;background-clip:text;color:transparent}
.btn{display:inline-block;padding:12px 24px;border-radius:10px}.main{background:linear-gradient(135deg,#7c3aed,#6d28d9);color:#fff}.btn-secondary{background:#1e2747;color:#e6e9f5}
.top{height:64px;background:#131a33}</style></head><body><div class="top header">Aurora</div><h1>Deploy while the world sleeps</h1><p>${'Words of a page. '.repeat(10)}</p>
<a class="btn main" href=/s>Start free</a> <a class="btn btn-secondary" href=/d>Read the docs</a></body></html>`,
    branding: {
      colorScheme: 'dark',
      typography: { fontSizes: { h1: '56px', body: '16px' } },
      layout: { headerHeight: '64px' },
      components: {
        buttonPrimary: { background: '#7c3aed', textColor: '#ffffff', borderRadius: '10px' },
        buttonSecondary: { background: '#1e2747' },
      },
      images: { ogImage: expect.stringMatching(/^http:.*\/og\.png$/) },
    },
  },
  {
    name: 'hostile: it replaces what scripts measure with, and shadows names',
    html: `<!doctype html><html><head><style>body{margin:0;background:#fafafa;color:#101010}button{background:#0055aa;color:#fff;border:0;padding:8px 16px}
.x-success{color:#00aa33}</style><script>
const evil = () => { throw new Error('no') };
window.getComputedStyle = () => new Proxy({}, { get: () => '<script>' });
for (const name of ['map', 'filter', 'slice', 'push', 'sort', 'flatMap']) Array.prototype[name] = evil;
Element.prototype.getBoundingClientRect = evil; Element.prototype.getAttribute = evil; Element.prototype.matches = evil; Document.prototype.querySelectorAll = evil;
JSON.stringify = evil; Map.prototype.get = evil; Object.prototype.toJSON = evil; window.OffscreenCanvas = evil;
</script></head><body><form><input name=getAttribute><input name=matches><input name=firstChild><input name=parentNode><input name=localName><button>Send</button></form>
<img name=documentElement><img name=body><img name=querySelectorAll><img name=fonts><img name=styleSheets><img name=baseURI>
<p>${'Words of a page that lies. '.repeat(10)}</p><b class=x-success>ok</b><i style="--a:${'('.repeat(50000)}"></i></body></html>`,
    branding: {
      colorScheme: 'light',
      colors: { primary: '#0055aa', background: '#fafafa', textPrimary: '#101010', success: '#00aa33' },
      components: { buttonPrimary: { background: '#0055aa', textColor: '#ffffff' } },
    },
  },
];
