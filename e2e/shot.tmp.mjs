import { chromium } from '@playwright/test';
import { execFileSync } from 'node:child_process';
const base='http://127.0.0.1:8190';
const link=new URL(execFileSync('/work/wt/calibrate/.venv/bin/dyno',['login','--server',base],{encoding:'utf8'}).trim());
const b=await chromium.launch({executablePath:process.env.CHROME,args:['--no-sandbox','--disable-gpu','--disable-background-networking']});
for (const [name,w,scheme] of [['1280-light',1280,'light'],['1280-dark',1280,'dark'],['phone-light',390,'light']]) {
  const c=await b.newContext({viewport:{width:w,height:900},colorScheme:scheme});
  const p=await c.newPage();
  const l=new URL(execFileSync('/work/wt/calibrate/.venv/bin/dyno',['login','--server',base],{encoding:'utf8'}).trim());
  await p.goto(l.href); await p.waitForTimeout(1500);
  for (const [n,path] of JSON.parse(process.env.PAGES)) {
    await p.goto(l.origin+path); await p.waitForLoadState('networkidle',{timeout:20000}).catch(()=>{}); await p.waitForTimeout(1200);
    await p.screenshot({path:`/tmp/shot-${n}-${name}.png`,fullPage:true});
    if(name==='phone-light') console.log(n, await p.evaluate(()=>document.documentElement.scrollWidth));
  }
  await c.close();
}
await b.close();
