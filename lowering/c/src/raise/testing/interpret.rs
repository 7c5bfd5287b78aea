//! A direct interpreter of the AST, the judge of plans. It stops at undefined behaviour and when its fuel is used up.

use super::memory::Memory;
use super::{Run, Stop};
use crate::ast::{
    BinaryOp, CastKind, DeclId, ExprId, ExprKind, StmtId, StmtKind, Storage, Type, TypeId, TypeKind, UnaryOp, Unit,
};
use crate::plan::Nest;
use std::collections::HashMap;

/// Integers and pointers hold their exact value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    Int(i128),
    F32(f32),
    F64(f64),
}

impl Scalar {
    pub fn int(self) -> Result<i128, Stop> {
        match self {
            Scalar::Int(value) => Ok(value),
            Scalar::F32(_) | Scalar::F64(_) => Err(Stop::Unsupported("float used as an integer".into())),
        }
    }
    fn float(self) -> f64 {
        match self {
            Scalar::Int(value) => value as f64,
            Scalar::F32(value) => value.into(),
            Scalar::F64(value) => value,
        }
    }
    fn is_true(self) -> bool {
        match self {
            Scalar::Int(value) => value != 0,
            Scalar::F32(value) => value != 0.0,
            Scalar::F64(value) => value != 0.0,
        }
    }
}

pub enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Scalar>),
    /// To the statement of a list around that has the label.
    Goto(String),
}

pub struct Machine<'a> {
    pub unit: &'a Unit,
    pub memory: Memory,
    pub variables: HashMap<DeclId, u64>,
    pub fuel: u64,
    /// Loops to run by their plans.
    pub nests: &'a [Nest],
    pub active: Option<super::execute::Active<'a>>,
    /// How many nests ran by their plan.
    pub planned: u64,
}

/// The values of a label: one, or a range.
pub fn within(ty: &Type, value: i128, (low, high): (i64, Option<i64>)) -> bool {
    let (low, high) = (canonical(ty, low.into()), canonical(ty, high.unwrap_or(low).into()));
    (low..=high).contains(&value)
}

impl<'a> Machine<'a> {
    pub fn new(unit: &'a Unit, nests: &'a [Nest], fuel: u64) -> Machine<'a> {
        let mut machine = Machine {
            unit,
            memory: Memory::default(),
            variables: HashMap::new(),
            fuel,
            nests,
            active: None,
            planned: 0,
        };
        for (number, decl) in unit.decls.iter().enumerate() {
            if matches!(decl.storage, Storage::Global | Storage::StaticLocal) {
                let address = machine.memory.allocate(unit.ty(decl.ty).size);
                machine.variables.insert(DeclId(number as u32), address);
            }
        }
        machine
    }

    pub fn call(&mut self, function: DeclId, args: &[Scalar]) -> Run<Option<Scalar>> {
        let declared = self.unit.decl(function);
        for (&param, &arg) in declared.params.iter().zip(args) {
            self.allocate(param)?;
            let ty = self.unit.decl(param).ty;
            self.store(self.variables[&param], ty, arg)?;
        }
        let Some(body) = declared.body else { return Err(Stop::Unsupported("no body".into())) };
        match self.stmt(body)? {
            Flow::Return(value) => Ok(value),
            Flow::Next | Flow::Break | Flow::Continue => Ok(None),
            Flow::Goto(label) => Err(Stop::Unsupported(format!("jump to '{label}'"))),
        }
    }

    pub fn burn(&mut self) -> Run<()> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
        Ok(())
    }

    /// A variable keeps its block from one execution of its declaration to the next, not its value.
    fn allocate(&mut self, decl: DeclId) -> Run<()> {
        let size = self.size_of(self.unit.decl(decl).ty)?;
        if let Some(&address) = self.variables.get(&decl)
            && self.memory.poison(address, size).is_ok()
        {
            return Ok(());
        }
        let address = self.memory.allocate(size);
        self.variables.insert(decl, address);
        Ok(())
    }

    pub fn stmt(&mut self, s: StmtId) -> Run<Flow> {
        self.burn()?;
        if self.active.is_none()
            && let Some(nest) = self.nests.iter().find(|nest| nest.stmt == s)
            && self.run_plan(nest)?
        {
            return Ok(Flow::Next);
        }
        match &self.unit.stmt(s).kind {
            StmtKind::Null => Ok(Flow::Next),
            StmtKind::Compound { body } => self.list(body),
            StmtKind::Label { body, .. } => self.stmt(*body),
            StmtKind::Goto { label } => Ok(Flow::Goto(label.clone())),
            StmtKind::Decl { decls } => {
                decls.iter().try_for_each(|&decl| self.declare(decl))?;
                Ok(Flow::Next)
            }
            StmtKind::Expr { expr } => self.eval(*expr).map(|_| Flow::Next),
            StmtKind::If { cond, then, other } => match (self.eval(*cond)?.is_true(), other) {
                (true, _) => self.stmt(*then),
                (false, Some(other)) => self.stmt(*other),
                (false, None) => Ok(Flow::Next),
            },
            StmtKind::For { init, cond, inc, body } => {
                init.map_or(Ok(Flow::Next), |init| self.stmt(init))?;
                self.repeat(*cond, *inc, *body, true)
            }
            StmtKind::While { cond, body } => self.repeat(Some(*cond), None, *body, true),
            StmtKind::Do { body, cond } => self.repeat(Some(*cond), None, *body, false),
            StmtKind::Switch { cond, body } => self.switch(*cond, *body),
            StmtKind::Case { body, .. } | StmtKind::Default { body } => self.stmt(*body),
            StmtKind::Break => Ok(Flow::Break),
            StmtKind::Continue => Ok(Flow::Continue),
            StmtKind::Return { value } => Ok(Flow::Return(value.map(|value| self.eval(value)).transpose()?)),
            _ => Err(Stop::Unsupported("statement".into())),
        }
    }

    fn list(&mut self, body: &[StmtId]) -> Run<Flow> {
        let mut at = 0;
        while let Some(&s) = body.get(at) {
            at += 1;
            match self.stmt(s)? {
                Flow::Next => {}
                Flow::Goto(label) => match body.iter().position(|&s| self.has_label(s, &label)) {
                    Some(position) => at = position,
                    None => return Ok(Flow::Goto(label)),
                },
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn has_label(&self, mut s: StmtId, label: &str) -> bool {
        while let StmtKind::Label { name, body } = &self.unit.stmt(s).kind {
            if name == label {
                return true;
            }
            s = *body;
        }
        false
    }

    /// With its labels at the statements of its body.
    fn switch(&mut self, cond: ExprId, body: StmtId) -> Run<Flow> {
        let value = self.eval(cond)?.int()?;
        let ty = self.unit.ty(self.unit.expr(cond).ty);
        let StmtKind::Compound { body } = &self.unit.stmt(body).kind else {
            return Err(Stop::Unsupported("switch".into()));
        };
        let start = |wants_default: bool| {
            body.iter().position(|&s| {
                let mut s = s;
                loop {
                    s = match self.unit.stmt(s).kind {
                        StmtKind::Default { .. } if wants_default => return true,
                        StmtKind::Case { low, high, .. } if !wants_default && within(ty, value, (low, high)) => {
                            return true;
                        }
                        StmtKind::Case { body, .. } | StmtKind::Default { body } => body,
                        _ => return false,
                    }
                }
            })
        };
        let Some(start) = start(false).or_else(|| start(true)) else { return Ok(Flow::Next) };
        for &s in &body[start..] {
            match self.stmt(s)? {
                Flow::Next => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ (Flow::Continue | Flow::Return(_) | Flow::Goto(_)) => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn declare(&mut self, decl: DeclId) -> Run<()> {
        if self.unit.decl(decl).storage != Storage::Local {
            return Ok(());
        }
        self.allocate(decl)?;
        if let Some(init) = self.unit.decl(decl).init {
            let value = self.eval(init)?;
            self.store(self.variables[&decl], self.unit.decl(decl).ty, value)?;
        }
        Ok(())
    }

    fn repeat(&mut self, cond: Option<ExprId>, inc: Option<ExprId>, body: StmtId, mut test: bool) -> Run<Flow> {
        loop {
            self.burn()?;
            if test && !cond.map_or(Ok(true), |cond| self.eval(cond).map(Scalar::is_true))? {
                return Ok(Flow::Next);
            }
            test = true;
            match self.stmt(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow @ (Flow::Return(_) | Flow::Goto(_)) => return Ok(flow),
            }
            inc.map_or(Ok(()), |inc| self.eval(inc).map(|_| ()))?;
        }
    }

    pub fn eval(&mut self, e: ExprId) -> Run<Scalar> {
        let expr = self.unit.expr(e);
        let ty = self.unit.ty(expr.ty);
        if let Some(value) = expr.constant {
            return Ok(Scalar::Int(canonical(ty, value.into())));
        }
        match &expr.kind {
            ExprKind::Int { value } => Ok(Scalar::Int(canonical(ty, (*value).into()))),
            ExprKind::Float { bits, .. } => {
                let bits = u64::from_str_radix(bits.trim_start_matches("0x"), 16)
                    .map_err(|e| Stop::Unsupported(e.to_string()))?;
                Ok(decode(ty, bits))
            }
            ExprKind::Cast { cast: CastKind::LvalueToRvalue, arg } => self.read(*arg),
            ExprKind::Cast { cast: CastKind::ArrayToPointer, arg } => Ok(Scalar::Int(self.address(*arg)?.into())),
            ExprKind::Cast { arg, .. } => {
                let value = self.eval(*arg)?;
                convert(ty, value)
            }
            ExprKind::Binary { op: BinaryOp::Comma, lhs, rhs } => self.eval(*lhs).and_then(|_| self.eval(*rhs)),
            ExprKind::Binary { op: op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), lhs, rhs } => {
                let lhs = self.eval(*lhs)?.is_true();
                let value = if lhs == (*op == BinaryOp::LogicalAnd) { self.eval(*rhs)?.is_true() } else { lhs };
                Ok(Scalar::Int(value.into()))
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (left, right) = (self.eval(*lhs)?, self.eval(*rhs)?);
                self.binary(*op, expr.ty, (*lhs, left), (*rhs, right))
            }
            ExprKind::Assign { lhs, rhs } => {
                let value = self.eval(*rhs)?;
                self.write(*lhs, value)?;
                Ok(value)
            }
            ExprKind::CompoundAssign { op, lhs, rhs, compute_lhs_ty, compute_ty } => {
                let right = self.eval(*rhs)?;
                // Once: `b[k++] += 1` steps once.
                let (address, element) = (self.written(*lhs)?, self.unit.expr(*lhs).ty);
                let old = self.load(address, element)?;
                let left = convert(self.unit.ty(*compute_lhs_ty), old)?;
                let result = self.binary(*op, *compute_ty, (*lhs, left), (*rhs, right))?;
                let value = convert(ty, result)?;
                self.store(address, element, value)?;
                Ok(value)
            }
            ExprKind::Unary { op, arg } => self.unary(*op, expr.ty, *arg),
            ExprKind::Conditional { cond, then, other } => match self.eval(*cond)?.is_true() {
                true => self.eval(*then),
                false => self.eval(*other),
            },
            ExprKind::Call { callee, args, .. } => {
                if let Some(function) = crate::raise::effects::callee_decl(self.unit, *callee)
                    && let Some(result) = self.planned_call(e, function, args)?
                {
                    return result.ok_or(Stop::Unsupported("call".into()));
                }
                let args = args.iter().map(|&arg| self.eval(arg)).collect::<Run<Vec<_>>>()?;
                let callee = crate::raise::effects::callee_decl(self.unit, *callee);
                let result = callee.map(|callee| self.call(callee, &args)).transpose()?.flatten();
                result.or((ty.kind == TypeKind::Void).then_some(Scalar::Int(0))).ok_or(Stop::Unsupported("call".into()))
            }
            _ => Err(Stop::Unsupported(format!("expression {:?}", expr.kind))),
        }
    }

    fn unary(&mut self, op: UnaryOp, ty: TypeId, arg: ExprId) -> Run<Scalar> {
        let kind = self.unit.ty(ty);
        match op {
            UnaryOp::Plus | UnaryOp::Extension => self.eval(arg),
            UnaryOp::LogicalNot => Ok(Scalar::Int((!self.eval(arg)?.is_true()).into())),
            UnaryOp::Minus => match self.eval(arg)? {
                Scalar::Int(value) => exact(kind, -value),
                Scalar::F32(value) => Ok(Scalar::F32(-value)),
                Scalar::F64(value) => Ok(Scalar::F64(-value)),
            },
            UnaryOp::Not => Ok(Scalar::Int(canonical(kind, !self.eval(arg)?.int()?))),
            UnaryOp::AddrOf => Ok(Scalar::Int(self.address(arg)?.into())),
            UnaryOp::PreInc | UnaryOp::PostInc | UnaryOp::PreDec | UnaryOp::PostDec => {
                let old = self.read(arg)?;
                let by = if matches!(op, UnaryOp::PreInc | UnaryOp::PostInc) { 1 } else { -1 };
                let new = match (old, &kind.kind) {
                    (Scalar::Int(value), TypeKind::Pointer { to }) => {
                        Scalar::Int(value + by * i128::from(self.size_of(*to)?))
                    }
                    // Narrow types are stepped in int.
                    (Scalar::Int(value), TypeKind::Int { bits: 8 | 16, .. }) => {
                        Scalar::Int(canonical(kind, value + by))
                    }
                    (Scalar::Int(value), _) => exact(kind, value + by)?,
                    (Scalar::F32(value), _) => Scalar::F32(value + by as f32),
                    (Scalar::F64(value), _) => Scalar::F64(value + by as f64),
                };
                self.write(arg, new)?;
                Ok(if matches!(op, UnaryOp::PreInc | UnaryOp::PreDec) { new } else { old })
            }
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => Err(Stop::Unsupported("operator".into())),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        ty: TypeId,
        (l, left): (ExprId, Scalar),
        (r, right): (ExprId, Scalar),
    ) -> Run<Scalar> {
        let kind = self.unit.ty(ty);
        let pointer = |e: ExprId| match self.unit.ty(self.unit.expr(e).ty).kind {
            TypeKind::Pointer { to } => Some(to),
            _ => None,
        };
        match (pointer(l), pointer(r), op) {
            (Some(to), None, BinaryOp::Add) => return self.step_pointer(to, left, right, 1),
            (Some(to), None, BinaryOp::Sub) => return self.step_pointer(to, left, right, -1),
            (None, Some(to), BinaryOp::Add) => return self.step_pointer(to, right, left, 1),
            (Some(to), Some(_), BinaryOp::Sub) => {
                return Ok(Scalar::Int((left.int()? - right.int()?) / i128::from(self.size_of(to)?)));
            }
            _ => {}
        }
        match (left, right) {
            (Scalar::Int(a), Scalar::Int(b)) => integer(op, kind, a, b),
            _ => float(op, kind, left.float(), right.float()),
        }
    }

    fn step_pointer(&mut self, to: TypeId, pointer: Scalar, by: Scalar, sign: i128) -> Run<Scalar> {
        let moved = pointer.int()? + sign * by.int()? * i128::from(self.size_of(to)?);
        self.memory.check_pointer(moved)?;
        Ok(Scalar::Int(moved))
    }

    pub fn address(&mut self, lvalue: ExprId) -> Run<u64> {
        let expr = self.unit.expr(lvalue);
        let value = match &expr.kind {
            ExprKind::Ref { decl } => {
                let known = self.variables.get(decl).copied();
                return known
                    .ok_or_else(|| Stop::Undefined(format!("'{}' is not in scope", self.unit.decl(*decl).name)));
            }
            ExprKind::Subscript { base, index } => {
                let (base, index) = (self.eval(*base)?.int()?, self.eval(*index)?.int()?);
                base + index * i128::from(self.size_of(expr.ty)?)
            }
            ExprKind::Unary { op: UnaryOp::Deref, arg } => self.eval(*arg)?.int()?,
            ExprKind::Member { base, record, field, arrow } => {
                let base = if *arrow { self.eval(*base)?.int()? } else { self.address(*base)?.into() };
                base + i128::from(self.unit.record(*record).fields[*field as usize].offset_bits / 8)
            }
            _ => return Err(Stop::Unsupported("lvalue".into())),
        };
        u64::try_from(value).map_err(|_| Stop::Undefined("address out of range".into()))
    }

    fn read(&mut self, lvalue: ExprId) -> Run<Scalar> {
        match self.planned_place(lvalue)? {
            Some(super::execute::Place::Value(value)) => Ok(value),
            Some(super::execute::Place::Address(address)) => self.load(address, self.unit.expr(lvalue).ty),
            None => {
                let address = self.address(lvalue)?;
                self.load(address, self.unit.expr(lvalue).ty)
            }
        }
    }

    fn write(&mut self, lvalue: ExprId, value: Scalar) -> Run<()> {
        let address = self.written(lvalue)?;
        self.store(address, self.unit.expr(lvalue).ty, value)
    }

    /// Where an assignment writes to.
    fn written(&mut self, lvalue: ExprId) -> Run<u64> {
        match self.planned_place(lvalue)? {
            Some(super::execute::Place::Value(_)) => Err(Stop::Violation("assignment to a value".into())),
            Some(super::execute::Place::Address(address)) => Ok(address),
            None => self.address(lvalue),
        }
    }

    pub fn load(&mut self, address: u64, ty: TypeId) -> Run<Scalar> {
        let size = self.unit.ty(ty).size;
        Ok(decode(self.unit.ty(ty), self.memory.load(address, size)?))
    }

    pub fn store(&mut self, address: u64, ty: TypeId, value: Scalar) -> Run<()> {
        let bits = match value {
            Scalar::Int(value) => value as u64,
            Scalar::F32(value) => value.to_bits().into(),
            Scalar::F64(value) => value.to_bits(),
        };
        self.memory.store(address, self.unit.ty(ty).size, bits)
    }

    fn size_of(&mut self, ty: TypeId) -> Run<u64> {
        let entry = self.unit.ty(ty);
        match entry.kind {
            _ if entry.size > 0 => Ok(entry.size),
            TypeKind::VariableArray { elem, len: Some(len) } => match u64::try_from(self.eval(len)?.int()?) {
                Ok(len @ 1..=4096) => Ok(len * self.size_of(elem)?),
                _ => Err(Stop::Undefined("extent".into())),
            },
            TypeKind::Array { elem, len } => Ok(len * self.size_of(elem)?),
            _ => Err(Stop::Unsupported("size".into())),
        }
    }
}

fn decode(ty: &Type, bits: u64) -> Scalar {
    match ty.kind {
        TypeKind::Float { bits: 32 } => Scalar::F32(f32::from_bits(bits as u32)),
        TypeKind::Float { .. } => Scalar::F64(f64::from_bits(bits)),
        _ => Scalar::Int(canonical(ty, bits.into())),
    }
}

/// The value modulo the type's range.
pub fn canonical(ty: &Type, value: i128) -> i128 {
    match ty.kind {
        TypeKind::Int { bits, signed } => {
            let wrapped = value.rem_euclid(1 << bits);
            if signed && wrapped >= 1 << (bits - 1) { wrapped - (1 << bits) } else { wrapped }
        }
        TypeKind::Bool => (value != 0).into(),
        _ => value,
    }
}

/// Overflow is undefined in a signed type, wraps in an unsigned one.
fn exact(ty: &Type, value: i128) -> Run<Scalar> {
    let wrapped = canonical(ty, value);
    match ty.kind {
        TypeKind::Int { signed: true, .. } if wrapped != value => Err(Stop::Undefined("signed overflow".into())),
        _ => Ok(Scalar::Int(wrapped)),
    }
}

pub fn convert(ty: &Type, value: Scalar) -> Run<Scalar> {
    Ok(match (&ty.kind, value) {
        (TypeKind::Float { bits: 32 }, Scalar::Int(value)) => Scalar::F32(value as f32),
        (TypeKind::Float { bits: 32 }, value) => Scalar::F32(value.float() as f32),
        (TypeKind::Float { .. }, value) => Scalar::F64(value.float()),
        (TypeKind::Bool, value) => Scalar::Int(value.is_true().into()),
        (TypeKind::Int { .. }, Scalar::F32(_) | Scalar::F64(_)) => {
            let truncated = value.float().trunc() as i128;
            let inside = canonical(ty, truncated) == truncated && !value.float().is_nan();
            return if inside { Ok(Scalar::Int(truncated)) } else { Err(Stop::Undefined("conversion".into())) };
        }
        (_, Scalar::Int(value)) => Scalar::Int(canonical(ty, value)),
        (_, value) => value,
    })
}

fn integer(op: BinaryOp, ty: &Type, a: i128, b: i128) -> Run<Scalar> {
    let truth = |value: bool| Ok(Scalar::Int(value.into()));
    match op {
        BinaryOp::Add => exact(ty, a + b),
        BinaryOp::Sub => exact(ty, a - b),
        BinaryOp::Mul => exact(ty, a.wrapping_mul(b)),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => Err(Stop::Undefined("division by zero".into())),
        BinaryOp::Div => exact(ty, a / b),
        BinaryOp::Rem => exact(ty, a % b),
        BinaryOp::Shl | BinaryOp::Shr if !(0..i128::from(ty.size) * 8).contains(&b) => {
            Err(Stop::Undefined("shift".into()))
        }
        BinaryOp::Shl => exact(ty, a << b),
        BinaryOp::Shr => Ok(Scalar::Int(a >> b)),
        BinaryOp::And => Ok(Scalar::Int(a & b)),
        BinaryOp::Or => Ok(Scalar::Int(a | b)),
        BinaryOp::Xor => Ok(Scalar::Int(a ^ b)),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::Comma => Err(Stop::Unsupported("operator".into())),
    }
}

fn float(op: BinaryOp, ty: &Type, a: f64, b: f64) -> Run<Scalar> {
    let truth = |value: bool| Ok(Scalar::Int(value.into()));
    // Rounding a double result of two floats to float is exact for these operations.
    let result = |value: f64| convert(ty, Scalar::F64(value));
    match op {
        BinaryOp::Add => result(a + b),
        BinaryOp::Sub => result(a - b),
        BinaryOp::Mul => result(a * b),
        BinaryOp::Div => result(a / b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        _ => Err(Stop::Unsupported("operator".into())),
    }
}
