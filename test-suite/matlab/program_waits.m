% pause, keyboard and pkg where nobody types and no package is installed.
1;
function t(c)
  try
    eval(c); printf('%s: ok\n', c);
  catch e
    printf('%s: %s\n', c, e.message)
  end
end
t('pause(0)'), t('pause(0.001)'), t('pause(-1)'), t('pause("x")'), t('pause(1,2)'), t('pause([0 2])'), t('pause({})')
t('pause(true)'), t('pause(int8(0))'), t('pause([])'), t('pause(NaN)')
t('pause query'), t('pause off'), t('pause query'), t('x = pause("on")'), t('pause query')
t('pkg'), t('pkg load'), t('pkg unload'), t('pkg install'), t('pkg describe'), t('pkg test'), t('pkg frob'), t('pkg list')
t('x = pkg("list")'), t('pkg("list", "nosuch")'), t('pkg unload nosuch'), t('pkg -verbose'), t('pkg load -nodeps'), t('pkg(1)')
if false
  keyboard
end
